const lookMs = 100

/**
 * Ends a process once the one that started it has died: nobody watches its limits any more, and
 * nobody waits for its answer.
 */
export function endWithParent(own: { readonly ppid: number; exit(code: number): void }): void {
  const parent = own.ppid
  const watch = setInterval(() => {
    if (own.ppid !== parent) own.exit(1)
  }, lookMs)
  watch.unref()
}
