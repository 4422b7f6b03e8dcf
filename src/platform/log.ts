const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

type Level = (typeof levels)[number]
type Fields = Record<string, string | number | boolean | null>

/**
 * Writes one JSON line per event. Never pass bodies, tokens, addresses of people, or file contents.
 */
export type Log = Record<Exclude<Level, 'silent'>, (event: string, fields?: Fields) => void>

/** Returns a log of events at or above a level. */
export function createLog(least: Level, write: (line: string) => void, now: () => number): Log {
  const at =
    (level: Level) =>
    (event: string, fields: Fields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      write(JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Returns the log's text for an error: its name, since its message may contain what people wrote.
 */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
