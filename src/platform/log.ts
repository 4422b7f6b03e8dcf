const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

type Level = (typeof levels)[number]
type Fields = Record<string, string | number | boolean | null>

/** Writes a JSON line an event. Never pass bodies, tokens, people's addresses, file contents. */
export type Log = Record<Exclude<Level, 'silent'>, (event: string, fields?: Fields) => void>

export function createLog(least: Level, write: (line: string) => void, now: () => number): Log {
  const at =
    (level: Level) =>
    (event: string, fields: Fields = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      write(JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields }))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** The error's name, since its message may contain what people wrote. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

const code = /^[\w.-]{1,60}$/

/** Returns a log's fields for another machine's error: name, code and host, which nobody wrote. */
export function faultOf(error: unknown): { fault: string; code?: string; host?: string } {
  const fault = nameOf(error)
  if (!(error instanceof Error)) return { fault }
  const said = (of: unknown, names: readonly string[]) =>
    names.map((name) => String(Reflect.get(Object(of), name) ?? '')).find((text) => code.test(text))
  const [own, cause] = [error, error.cause].map((of) => ({
    code: said(of, ['responseCode', 'statusCode', 'code']),
    host: said(of, ['hostname', 'host', 'address']),
  }))
  const [why, host] = [own?.code ?? cause?.code, own?.host ?? cause?.host]
  return { fault, ...(why ? { code: why } : {}), ...(host ? { host } : {}) }
}
