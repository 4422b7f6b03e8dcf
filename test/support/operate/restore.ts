import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerOptions, startServer, type TestServer } from '../server.ts'

/** Copies the database of a server at work, as a backup does. */
export function backUp({ ctx, dataDir }: Pick<TestServer, 'ctx' | 'dataDir'>): string {
  const copy = join(dataDir, `backup-${ctx.uuid()}.db`)
  ctx.db.$client.run('VACUUM INTO ?', [copy])
  return copy
}

/** Puts a copy in the place of the database of a folder that nobody serves. */
export function putBack(dataDir: string, copy: string): void {
  const file = join(dataDir, 'tapedeck.db')
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  copyFileSync(copy, file)
}

/**
 * Ends a server, restores a copy of its database and starts it again. The processor forgets
 * nothing.
 */
export async function restore(svc: TestServer, copy: string, options: ServerOptions): Promise<TestServer> {
  await svc[Symbol.asyncDispose]()
  putBack(svc.dataDir, copy)
  return startServer({ ...options, dataDir: svc.dataDir })
}
