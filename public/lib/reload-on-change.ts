const everyMs = 100

/** A restart of the server changes the build in its service worker. */
export async function reloadOnChange(): Promise<void> {
  const read = () =>
    fetch('/sw.js', { cache: 'no-store' })
      .then((answer) => (answer.ok ? answer.text() : undefined))
      .catch(() => undefined)
  const first = await read()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    const now = await read()
    if (now !== undefined && now !== first) return location.reload()
  }
}
