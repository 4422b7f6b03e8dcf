import type { Refusal } from './trouble.ts'

/**
 * Makes a call that a session may make for a quarter of an hour (rule: fresh-proof). After that the
 * owner is asked here for the password or a passkey, and the call is made again.
 */
export async function asOwner<A extends { error: Refusal | null }>(call: () => Promise<A>): Promise<A> {
  const answer = await call()
  // Not by its message, which may be in another language than this page by now.
  if (Reflect.get(Object(answer.error?.value), 'needsProof') !== true) return answer
  const { confirmOwner } = await import('./confirm-owner.tsx')
  return (await confirmOwner()) ? call() : answer
}
