import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { installedTool, packageOf, type ToolName, toolNames, unpackedChromium } from './tool.ts'

const fetchTimeoutMs = 300_000

/**
 * Fetches from npm, into folders of their own, the tools that this machine lacks. A tool that
 * cannot be had is named.
 */
export async function fetchMissingTools(): Promise<void> {
  if (process.platform !== 'linux') return
  const missing = toolNames.filter((name) => installedTool(name) === null)
  const folders = new Set(missing.map((name) => packageOf(name).folder))
  const installing = new Map([...folders].map((folder) => [folder, installIn(folder)]))
  await Promise.all(
    missing.map(async (name) => {
      try {
        await installing.get(packageOf(name).folder)
        await makeRunnable(name)
      } catch (error) {
        console.error(`COULD NOT GET ${name} from npm: ${error instanceof Error ? error.message : error}`)
      }
    }),
  )
}

async function installIn(folder: string): Promise<void> {
  const flags = ['--frozen-lockfile', '--ignore-scripts', '--silent', '--cwd', folder]
  const child = Bun.spawn([process.execPath, 'install', ...flags], { timeout: fetchTimeoutMs, stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) === 0) return
  throw new Error(said.trim() || (child.signalCode ? 'it took too long.' : 'the registry did not answer.'))
}

async function makeRunnable(name: ToolName): Promise<void> {
  const { file } = packageOf(name)
  if (name === 'chromium') await unpackChromium(file)
  if (!existsSync(file)) throw new Error('the package for this machine did not arrive.')
  await chmod(file, 0o755)
}

/**
 * Unpacks the browser next to the libraries and letters that a bare machine lacks, with a script
 * that starts it with them.
 */
async function unpackChromium(script: string): Promise<void> {
  if (existsSync(script)) return
  if (process.arch !== 'x64') throw new Error('its browser runs on x64.')
  const packed = join(packageOf('chromium').folder, 'node_modules/@sparticuz/chromium/bin')
  const making = await mkdtemp(`${unpackedChromium}-`)
  try {
    const program = createWriteStream(join(making, 'chromium'), { mode: 0o755 })
    await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(), program)
    for (const name of ['al2023', 'fonts']) {
      const tar = brotliDecompressSync(await Bun.file(join(packed, `${name}.tar.br`)).bytes())
      await new Bun.Archive(tar).extract(making)
    }
    await Bun.write(join(making, 'fonts.conf'), fontsIn(join(unpackedChromium, 'fonts')))
    await writeRunningScript(join(making, 'headless-shell'))
    await rename(making, unpackedChromium)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
</fontconfig>
`

/**
 * The libraries that came along want a newer glibc than the browser: without them it may run where
 * it does not with them.
 */
async function writeRunningScript(path: string): Promise<void> {
  let said = ''
  for (const libraries of ['export LD_LIBRARY_PATH="$here/lib"\n', '']) {
    const script = `#!/bin/sh\nhere="\${0%/*}"\nexport FONTCONFIG_FILE="$here/fonts.conf"\n${libraries}exec "$here/chromium" "$@"\n`
    await writeFile(path, script, { mode: 0o755 })
    const child = Bun.spawn([path, '--version'], { stdout: 'ignore', stderr: 'pipe' })
    said = await new Response(child.stderr).text()
    if ((await child.exited) === 0) return
  }
  throw new Error(said)
}
