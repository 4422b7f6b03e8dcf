import { join } from 'node:path'
import { temporaryFolder } from '../process.ts'
import { freePort } from '../room/redis.ts'

const needed = ['WebKitWebDriver', 'Xvfb']
const missing = needed.filter((name) => Bun.which(name) === null)

/** Whether WebKit can be driven here: Debian's `webkit2gtk-driver`, and a screen (`xvfb`). */
export const hasWebKit = missing.length === 0
if (!hasWebKit) console.error(`NO ${missing.join(', no ')}: every walk in WebKit is SKIPPED.`)

/**
 * The engine with what an iPhone of before iOS 26.2 has, and without what it lacks. Sound needs a
 * press, as it does everywhere.
 */
const features = '-NavigationAPI,-WebCodecsVideo,-WebCodecsAudio,+StorageAPI,+StorageAPIEstimate'

/** Asks a driver. */
const askAt = (base: string) => async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
  const response = await fetch(base + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
  return value
}

type Ask = ReturnType<typeof askAt>

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const bytes of stream) {
    text += new TextDecoder().decode(bytes)
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Starts a screen, the driver and a window of the size of a phone. */
export async function startWebKit() {
  const settings = temporaryFolder()
  // Nothing moves: without a graphics card that costs a core.
  await Bun.write(join(settings.path, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = Bun.spawn(['Xvfb', '-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const display = await firstLine(screen.stdout)
  const port = freePort()
  const driver = Bun.spawn(['WebKitWebDriver', `--port=${port}`], {
    env: { ...Bun.env, DISPLAY: `:${display}`, LANG: 'C.UTF-8', NO_AT_BRIDGE: '1', XDG_CONFIG_HOME: settings.path },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const root = askAt(`http://127.0.0.1:${port}`)
  while (!(await root('GET', '/status').catch(() => null))) await Bun.sleep(20)
  const options = { args: ['--automation', `--features=${features}`] }
  const { sessionId } = await root('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const ask: Ask = (method, path, body) => root(method, `/session/${sessionId}${path}`, body)
  await ask('POST', '/window/rect', { width: 390, height: 844 })
  return {
    ask,
    async end() {
      await ask('DELETE', '')
      for (const child of [driver, screen]) {
        child.kill()
        await child.exited
      }
      settings[Symbol.dispose]()
    },
  }
}
