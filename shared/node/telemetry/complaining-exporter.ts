import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { innermostMessage } from '../innermost-message.ts';

/**
 * The same exporter, which says why spans did not arrive; OpenTelemetry keeps that to itself.
 * @param say called once, and again only after some have arrived
 */
export function complaining(exporter: SpanExporter, say: (reason: string) => void): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isLost = result.code !== ExportResultCode.SUCCESS;
        if (isLost && !isAway) say(reasonOf(result.error));
        isAway = isLost;
        done(result);
      });
    },
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A collector that refuses does so with a status. */
function reasonOf(error: (Error & { code?: unknown }) | undefined): string {
  const reason = innermostMessage(error);
  return typeof error?.code === 'number' ? `${error.code} ${reason}` : reason;
}
