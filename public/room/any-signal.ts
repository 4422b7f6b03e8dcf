/** `AbortSignal.any`, which Safari has had since 17.4. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const each of signals) {
    if (each.aborted) first.abort(each.reason)
    else each.addEventListener('abort', () => first.abort(each.reason), { once: true, signal: first.signal })
  }
  return first.signal
}
