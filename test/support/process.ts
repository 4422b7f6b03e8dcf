import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf, signUpBody } from './account/account.ts'
import type { Author } from './casset/upload.ts'
import { program } from './program.ts'
import { callAt, type TestServer } from './server.ts'
import { inTree } from './tree.ts'

const cwd = inTree()
const blockBytes = 512

/**
 * The options that a test may set of a server process. `fileLimit`: no file of it may grow past so
 * many bytes, as on a full disk.
 */
export type ProcessOptions = {
  dataDir: string
  /** A program at another place than that of all tests. */
  executable?: string
  command?: readonly string[]
  env?: Record<string, string>
  fileLimit?: number
  /** The mask of the shell that starts it. */
  umask?: string
  /** The beginning of a command that runs another one, such as `ip netns exec`. */
  inside?: readonly string[]
}

/** The program itself, in a process of its own, serving on a free port. Killed with its scope. */
export type ServerProcess = AsyncDisposable &
  Pick<TestServer, 'url' | 'fetch' | 'call' | 'dataDir'> & {
    readonly pid: number
    /**
     * Sends a signal and waits for the end: the exit code, or null when the signal itself ended the
     * process.
     */
    end(signal: NodeJS.Signals): Promise<number | null>
    printed(): string
  }

/** A folder for a data folder, removed with its scope. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export async function runProgram(args: string[], env: Record<string, string>, input = '') {
  const stdin = new Blob([input])
  const child = Bun.spawn([...program, ...args], { env, cwd, stdin, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, out, err }
}

/** Runs a command to its end; no file of it may grow past so many bytes, as on a full disk. */
export async function runLimited(command: readonly string[], env: Record<string, string>, fileLimit?: number) {
  const child = Bun.spawn(limited(command, fileLimit), { env, cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, out, err }
}

/**
 * Returns a command whose files may not grow past so many bytes. The signal of a passed limit is
 * ignored, so that the write itself fails, as it does where a disk is full.
 */
function limited(command: readonly string[], fileLimit: number | undefined): string[] {
  if (fileLimit === undefined) return [...command]
  const blocks = Math.ceil(fileLimit / blockBytes)
  return ['sh', '-c', `trap "" XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', ...command]
}

/** Starts `tapedeck serve`, or another command that serves, and waits until it listens. */
export async function startProcess({
  dataDir,
  executable,
  command = ['serve'],
  env,
  fileLimit,
  umask,
  inside = [],
}: ProcessOptions): Promise<ServerProcess> {
  const serve = [...inside, ...(executable === undefined ? program : [executable]), ...command]
  const masked = umask === undefined ? serve : ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...serve]
  const child = Bun.spawn(limited(masked, fileLimit), {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...(inside.length > 0 ? { PATH: Bun.env.PATH } : {}),
      ...env,
    },
    cwd,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let printed = ''
  const listening = Promise.withResolvers<string>()
  const relay = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const piece of stream) {
      printed += decoder.decode(piece, { stream: true })
      const url = /^listening on (\S+)$/m.exec(printed)?.[1]
      if (url !== undefined) listening.resolve(url)
    }
  }
  const ended = Promise.all([relay(child.stdout), relay(child.stderr), child.exited])
  void ended.then(() => listening.reject(new Error(`ended before it listened:\n${printed}`)))
  const url = await listening.promise
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await child.exited
    return child.exitCode
  }
  return {
    url,
    dataDir,
    pid: child.pid,
    fetch: (path, init) => fetch(url + path, init),
    call: callAt(url),
    end,
    printed: () => printed,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}

/** Signs somebody up at a server process, and gives what they upload with. */
export async function signUpAt(svc: ServerProcess, handle: string): Promise<Author> {
  const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody(handle) })
  if (answer.status !== 201) throw new Error(`no account: ${answer.status} ${answer.text}`)
  const cookie = cookieOf(answer)
  const { json } = await svc.call('GET', `/api/casset/${handle}/media`, { cookie })
  const casset: unknown = Reflect.get(Object(json), 'casset')
  return { cookie, cassetId: String(Reflect.get(Object(casset), 'id')) }
}
