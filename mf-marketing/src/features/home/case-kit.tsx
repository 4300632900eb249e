/** Parts of the portfolio's drawings, in units of a 400 × 300 scene. Their colours are the theme's. */
import type { ReactNode } from 'react';

/** A scene: a ground, and a screen on it that runs off its lower edge. */
export function Scene({ ground, children }: { ground: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 400 300" fontSize="11" fontWeight="550" fill="var(--text)" aria-hidden="true">
      <path fill={`var(--th-${ground})`} d="M0 0h400v300H0z" />
      {children}
    </svg>
  );
}

/** Path of the same rectangle at several places. */
export const boxes = (width: number, height: number, ...places: readonly [x: number, y: number][]): string =>
  places.map(([x, y]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');

export function Shape({ fill, d, at: [x, y] = [0, 0], size }: ShapeProps) {
  const move = x || y ? `translate(${x} ${y})` : '';
  return <path fill={`var(--${fill})`} d={d} transform={move + (size ? `scale(${size})` : '') || undefined} />;
}

interface ShapeProps {
  fill: string;
  d: string;
  at?: readonly [x: number, y: number];
  size?: number;
}

/** Words; `quiet` for what explains others. */
export function Words({ x, y, size, look, end, children }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fill={look === 'quiet' ? 'var(--text-2)' : look === 'button' ? 'var(--on-action)' : undefined}
      textAnchor={end ? 'end' : undefined}
    >
      {children}
    </text>
  );
}

interface WordsProps {
  x: number;
  y: number;
  size?: number;
  look?: 'quiet' | 'button';
  end?: boolean;
  children: string;
}

/** A browser's window. */
export function Browser({ children }: { children: ReactNode }) {
  return (
    <>
      <Shape fill="surface" d="M32 24H368q8 0 8 8V300H24V32q0-8 8-8z" />
      <Shape fill="line" d={`M24 46h352v1H24z${boxes(7, 7, [36, 32], [48, 32], [60, 32])}`} />
      {children}
    </>
  );
}

/** A phone, 164 wide. */
export function Phone({ x, children }: { x: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} 24)`}>
      <path fill="var(--surface)" stroke="var(--th-ink)" strokeWidth="6" d="M0 300V18Q0 0 18 0H146q18 0 18 18V300" />
      <Shape fill="th-ink" d="M62 9h40v5H62z" />
      {children}
    </g>
  );
}

/** A button with its words, as wide as given. */
export function Press({ x, y, width, children }: { x: number; y: number; width: number; children: string }) {
  return (
    <>
      <Shape fill="action" d={boxes(width, 30, [x, y])} />
      <Words x={x + 14} y={y + 19} look="button">
        {children}
      </Words>
    </>
  );
}

export const goods = {
  shirt: 'M-26-18-12-28H12L26-18 18-4 12-8V28H-12V-8L-18-4z',
  shoe: 'M-28 8V-10l10 5q8 4 14 3 8 8 22 9 10 1 10 9v3H-28z',
  dress: 'M-9-28H9L12-8 25 28H-25L-12-8z',
  bag: 'M-27-8H27l4 38H-31zM-15-8v-6a15 15 0 0 1 30 0v6H9v-6A9 9 0 0 0-9-14v6z',
  jar: 'M-18-12H18V24H-18zM-15-22H15v7H-15z',
  bottle: 'M-5-30H5v9l7 7V28H-12V-14l7-7z',
} as const;
