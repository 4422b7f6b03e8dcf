import { existsSync } from 'node:fs'
import { join } from 'node:path'
import browser from '../tools/chromium/package.json'
import { inTree } from './tree.ts'

const folder = inTree('test/tools')
const { arch } = process

/** Where what the npm package has of Chromium is unpacked. */
export const unpackedChromium = join(
  folder,
  `chromium/node_modules/.unpacked-${browser.dependencies['@sparticuz/chromium']}`,
)

// The name of a tool on PATH, and where the npm package has it that stands in for it.
const tools = {
  chromium: {
    // The first is the same engine without what draws windows: two thirds of the time.
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    folder: 'chromium',
    packaged: join(unpackedChromium, 'headless-shell'),
  },
  ffmpeg: {
    names: ['ffmpeg'],
    folder: 'ffmpeg',
    packaged: join(folder, `ffmpeg/node_modules/@ffmpeg-installer/linux-${arch}/ffmpeg`),
  },
  ffprobe: {
    names: ['ffprobe'],
    folder: 'ffmpeg',
    packaged: join(folder, `ffmpeg/node_modules/@ffprobe-installer/linux-${arch}/ffprobe`),
  },
  unzip: {
    names: ['unzip'],
    folder: '7zip',
    packaged: join(folder, `7zip/node_modules/7zip-bin/linux/${arch}/7za`),
  },
} as const

/** A tool that tests compare with or look through. */
export type ToolName = keyof typeof tools

export const toolNames = ['chromium', 'ffmpeg', 'ffprobe', 'unzip'] as const satisfies ToolName[]

/** Where the npm package of a tool is installed, and its file in there. */
export const packageOf = (name: ToolName) => ({
  folder: join(folder, tools[name].folder),
  file: tools[name].packaged,
})

/** The path of a tool that the machine has; null where it has none. */
export function installedTool(name: ToolName): string | null {
  if (name === 'chromium' && Bun.env.CHROMIUM) return Bun.env.CHROMIUM
  return tools[name].names.map((each) => Bun.which(each)).find((path) => path !== null) ?? null
}

/**
 * The path of a tool that the machine has, or else of the one that `bun run test` fetched from npm.
 * Null, loudly, without either.
 */
export function findTool(name: ToolName): string | null {
  const path = installedTool(name)
  if (path !== null) return path
  const { file } = packageOf(name)
  if (existsSync(file)) return file
  console.error(`NO ${name}: every test that needs it is SKIPPED. Install it, or let "bun run test" fetch it from npm.`)
  return null
}
