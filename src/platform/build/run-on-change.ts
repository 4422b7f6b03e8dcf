import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

// Temporary files that editors write.
const isEditors = /(?:^|\/)\.|~$|\.sw[a-z]$/

const isBundledAlone = /\/public\/(?:styles|islands)\//

/** Whether a change of a file is seen once the browser's code is bundled again, without a start. */
export const isSeenByBundling = (path: string): boolean => isBundledAlone.test(path)

/**
 * Calls `changed` shortly after a file in one of these folders has changed, of those that `isMeant`
 * by their paths. Returns a function that ends it.
 */
export function watchFiles(folders: readonly string[], isMeant: (path: string) => boolean, changed: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name !== null && (isEditors.test(name) || !isMeant(join(folder, name)))) return
      // Saving a file causes several changes.
      clearTimeout(timer)
      timer = setTimeout(changed, 30)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const each of watchers) each.close()
  }
}

/**
 * Runs a command, and again whenever a file in one of these folders changes that is not seen
 * without: it is killed first, which loses nothing that was acknowledged. Returns a function that
 * ends it all.
 */
export function runOnChange(command: readonly string[], folders: readonly string[]): () => Promise<void> {
  const start = () => Bun.spawn([...command], { stdio: ['inherit', 'inherit', 'inherit'] })
  let child = start()
  const end = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  let restarting = Promise.resolve()
  const stopWatching = watchFiles(
    folders,
    (path) => !isSeenByBundling(path),
    () => {
      restarting = restarting.then(end).then(() => {
        child = start()
      })
    },
  )
  return async () => {
    stopWatching()
    await restarting.then(end)
  }
}
