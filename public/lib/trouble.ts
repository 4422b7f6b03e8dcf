/** Why a call was refused, for the reader, and the field that is to blame if one is. */
export type Trouble = { field: string | null; text: string }

/** What a call through the API client answers, as far as refusals go. */
export type Refusal = { value: unknown }

const wordOf = (body: unknown, key: string): string | null => {
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' ? value : null
}

/** Reads a refusal: the server's message with its hint, and the field it names. */
export function troubleOf({ value }: Refusal): Trouble {
  const message = wordOf(value, 'error')
  if (message === null || value instanceof Error) {
    const text = navigator.onLine
      ? 'That did not go through. Try again.'
      : 'You are offline. Check the connection, then try again.'
    return { field: null, text }
  }
  const hint = wordOf(value, 'hint')
  return { field: wordOf(value, 'field'), text: hint === null ? message : `${message} ${hint}` }
}
