export type SidePlace = { track: number; disc: number }

/**
 * Returns the place of a track that is numbered by its side of a record, as on vinyl and cassettes:
 * A2 is the second of the first side, A alone the only one of it. Undefined for anything else.
 */
export function placeOnSide(text: string): SidePlace | undefined {
  const { side, number = '1' } = /^(?<side>[A-Z])[\s.-]?(?<number>\d{1,2})?$/i.exec(text.trim())?.groups ?? {}
  const track = Number(number)
  if (side === undefined || track < 1) return undefined
  return { track, disc: side.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0) + 1 }
}
