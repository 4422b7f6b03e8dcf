/** Waits for some work at most so long; then throws what `late` returns, and the work goes on. */
export async function within<T>(limitMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
