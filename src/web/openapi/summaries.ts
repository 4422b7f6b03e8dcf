import { summariesForPeople } from './summaries-for-people.ts'
import { summariesForPrograms } from './summaries-for-programs.ts'

const all = new Map<string, string>(
  [...summariesForPeople, ...summariesForPrograms].flatMap((block) =>
    block
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [route = '', summary = ''] = line.split(' | ')
        return [route.trim(), summary.trim()]
      }),
  ),
)

/** Every route that has a summary. */
export const summarised: readonly string[] = [...all.keys()]

/** Returns what a route does, in a few words; undefined for one that nobody has described. */
export const summaryOf = (method: string, path: string): string | undefined => all.get(`${method} ${path}`)
