import type { Database, Statement } from 'bun:sqlite'

const slowMs = 10

/**
 * Has `tell` told of each statement that takes ten milliseconds or more, in which nobody else is
 * served. It costs a tenth of a microsecond a statement, so only who looks for them pays for it.
 */
export function watchStatements(client: Database, tell: (sql: string, ms: number) => void): void {
  const compile = client.prepare.bind(client)
  const known = new WeakSet<Statement>()
  const prepare = (text: string): Statement => {
    const statement = compile(text)
    if (known.has(statement)) return statement
    known.add(statement)
    for (const name of ['all', 'get', 'run', 'values'] as const) {
      const run = statement[name].bind(statement)
      const timed = (...given: Parameters<typeof run>) => {
        const from = performance.now()
        try {
          return run(...given)
        } finally {
          const ms = performance.now() - from
          if (ms >= slowMs) tell(text, ms)
        }
      }
      Object.defineProperty(statement, name, { value: timed })
    }
    return statement
  }
  Object.defineProperty(client, 'prepare', { value: prepare, configurable: true })
  Object.defineProperty(client, 'query', { value: prepare, configurable: true })
}
