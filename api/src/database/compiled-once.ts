/** Statements that are run for every message: built and compiled once, then run with their own values. */
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { kindOf } from './kind.ts';
import type { DatabaseKind, Db } from './schema.ts';

/** Stands for a value while its statement is compiled. */
class Gap {
  readonly of: string;

  constructor(of: string) {
    this.of = of;
  }

  /** It is neither text nor a number: a statement that computes with a value is not the same for all values. */
  [Symbol.toPrimitive](): never {
    throw new Error(`The statement is compiled once: the value of ${this.of} is not known yet.`);
  }
}

/**
 * Builds a statement only once: for Kysely that takes longer than for SQLite to run it (decision 134).
 * @param build called once for each kind of database. It may pass the values on, but do nothing else with them; none
 *   may be undefined.
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const known = new Map<DatabaseKind, CompiledQuery<Row>>();
  const gaps = new Proxy({} as Values, { get: (_, name) => new Gap(String(name)) });
  const compile = (db: Db, kind: DatabaseKind): CompiledQuery<Row> => {
    const query = build(db, gaps).compile();
    known.set(kind, query);
    return query;
  };
  return (db, values) => {
    const kind = kindOf(db);
    const query = known.get(kind) ?? compile(db, kind);
    const parameters = query.parameters.map((value) =>
      value instanceof Gap ? values[value.of as keyof Values] : value,
    );
    return db.executeQuery({ ...query, parameters });
  };
}
