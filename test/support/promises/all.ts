import type { Scenes } from './scene.ts'

/** How each promise is made, by its name: of each file here those that it exports. */
export const scenes: Scenes = await scenesOfFiles()

async function scenesOfFiles(): Promise<Scenes> {
  const files = [...new Bun.Glob('*.ts').scanSync(import.meta.dir)].filter((file) => !/^(?:all|scene)\.ts$/.test(file))
  const found = await Promise.all(
    files.map(async (file): Promise<Readonly<Record<string, Scenes>>> => import(`./${file}`)),
  )
  return Object.fromEntries(found.flatMap((each) => Object.values(each).flatMap((scenes) => Object.entries(scenes))))
}
