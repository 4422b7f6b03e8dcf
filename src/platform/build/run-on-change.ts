import { type FSWatcher, watch } from 'node:fs'

// Temporary files that editors write.
const isEditors = /(?:^|\/)\.|~$|\.sw[a-z]$/

/**
 * Runs a command, and again whenever a file in one of these folders changes: it is killed first,
 * which loses nothing that was acknowledged. Returns a function that ends it all.
 */
export function runOnChange(command: readonly string[], folders: readonly string[]): () => Promise<void> {
  const start = () => Bun.spawn([...command], { stdio: ['inherit', 'inherit', 'inherit'] })
  let child = start()
  const end = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  let restarting = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    restarting = restarting.then(end).then(() => {
      child = start()
    })
  }
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name !== null && isEditors.test(name)) return
      // Saving a file causes several changes.
      clearTimeout(timer)
      timer = setTimeout(restart, 30)
    }),
  )
  return async () => {
    clearTimeout(timer)
    for (const each of watchers) each.close()
    await restarting.then(end)
  }
}
