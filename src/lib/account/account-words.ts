export type AccountFacts = { email?: string; handle?: string; displayName?: string; host: string }

const product = ['tapedeck', 'casset', 'cassette']
const shortestPiece = 4

/** Returns the words that a guesser tries first: names and addresses, whole and in parts. */
export function accountWords({ email = '', handle = '', displayName = '', host }: AccountFacts): string[] {
  const at = email.lastIndexOf('@')
  const whole = [email, email.slice(0, Math.max(0, at)), email.slice(at + 1), handle, displayName, host]
  const words = whole.flatMap((text) => {
    const plain = text.normalize('NFKC').toLowerCase()
    const pieces = plain.split(/[^\p{L}\p{M}\p{N}]+/u)
    return [plain, pieces.join(''), ...pieces.filter((piece) => piece.length >= shortestPiece)]
  })
  return [...new Set([...words, ...product])].filter((word) => word !== '')
}
