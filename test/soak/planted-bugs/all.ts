import type { PlantedBug } from './bug.ts'

const isList = (file: string) => !/^(?:all|bug|tree)\.ts$/.test(file)

/** Returns the bugs that files of this folder export, under any name. */
async function bugsOfFiles(): Promise<PlantedBug[]> {
  const files = [...new Bun.Glob('**/*.ts').scanSync(import.meta.dir)].filter(isList).toSorted()
  const lists = await Promise.all(
    files.map(async (file): Promise<Readonly<Record<string, readonly PlantedBug[]>>> => import(`./${file}`)),
  )
  return lists.flatMap((each) => Object.values(each).flat())
}

export const allPlantedBugs: readonly PlantedBug[] = await bugsOfFiles()
