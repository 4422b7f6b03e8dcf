import { join } from 'node:path'

/** Orca, of which only the log is heard. */
export type ScreenReader = AsyncDisposable & {
  display: string
  /** The number of texts spoken until now. */
  mark(): Promise<number>
  spokenSince(mark: number): Promise<readonly Spoken[]>
}

export type Spoken = { text: string; atSec: number }

const spoken = /^(\d+):(\d+):([\d.]+) - SPEECH OUTPUT: '([\s\S]*?)'\s*\{/gm

const settings = { sayAllOnLoad: false, enableEchoByWord: false, enableKeyEcho: false, profile: ['Default', 'default'] }

async function startScreen() {
  const screen = Bun.spawn(['Xvfb', '-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value } = await screen.stdout.getReader().read()
  return { screen, display: `:${new TextDecoder().decode(value).trim()}` }
}

export async function startScreenReader(home: string): Promise<ScreenReader> {
  const { screen, display } = await startScreen()
  const log = join(home, 'spoken.log')
  await Bun.write(join(home, 'mute/speechd.py'), 'raise ImportError("nobody listens")\n')
  await Bun.write(
    join(home, '.local/share/orca/user-settings.conf'),
    JSON.stringify({ general: settings, profiles: { default: settings }, pronunciations: {}, keybindings: {} }),
  )
  // Its log is read while it runs.
  await Bun.write(
    join(home, '.local/share/orca/orca-customizations.py'),
    'import orca.debug\norca.debug.debugFile.reconfigure(line_buffering=True)\n',
  )
  const orca = Bun.spawn(['orca', '--replace', `--debug-file=${log}`], {
    env: { ...Bun.env, DISPLAY: display, PYTHONPATH: join(home, 'mute') },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const all = async (): Promise<Spoken[]> => {
    const text = await Bun.file(log)
      .text()
      .catch(() => '')
    return [...text.matchAll(spoken)].map(([, hours, minutes, seconds, said = '']) => ({
      text: said,
      atSec: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds),
    }))
  }
  while ((await all()).length === 0) {
    if (orca.exitCode !== null) throw new Error('Orca did not start.')
    await Bun.sleep(200)
  }
  return {
    display,
    mark: async () => (await all()).length,
    spokenSince: async (mark) => (await all()).slice(mark),
    async [Symbol.asyncDispose]() {
      orca.kill()
      await orca.exited
      screen.kill()
    },
  }
}
