const patienceMs = 5_000

/**
 * Returns whether this site answers at an address: its `/healthz` returns the id of our request,
 * like every answer of the program. Redirects are not followed.
 */
export async function reachedAt(origin: string): Promise<boolean> {
  const id = crypto.randomUUID()
  try {
    const response = await fetch(new URL('/healthz', origin), {
      headers: { 'x-request-id': id },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    return response.status === 200 && response.headers.get('x-request-id') === id
  } catch {
    return false
  }
}
