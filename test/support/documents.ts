import { join } from 'node:path'
import { inTree } from './tree.ts'

type Document = { path: string; text: string }

/** Every Markdown file that contributors read: those of the root and of `src`. */
export async function allDocuments(): Promise<Document[]> {
  const found = await Promise.all(
    ['*.md', 'src/**/*.md'].map((each) => Array.fromAsync(new Bun.Glob(each).scan(inTree()))),
  )
  return Promise.all(
    found
      .flat()
      .toSorted()
      .map(async (path) => ({ path, text: await Bun.file(join(inTree(), path)).text() })),
  )
}

/** The names of the rules in each file of src/docs/wings. */
export function rulesByFile(documents: readonly Document[]): Map<string, string[]> {
  const files = documents.filter(({ path }) => path.startsWith('src/docs/wings/'))
  return new Map(files.map(({ path, text }) => [path, [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)]))
}
