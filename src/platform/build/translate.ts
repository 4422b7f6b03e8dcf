import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { intlLanguage, type Language } from '../../lib/language/languages.ts'
import { forgiving, replaceMessages, withoutNote } from '../../lib/language/message.ts'
import { readTable } from '../../lib/language/read-table.ts'

const fileOf = (path: string) => fileURLToPath(import.meta.resolve(`../../lib/language/${path}`))

/**
 * Writes each message of the browser's code in one language: a text, or a function of its values.
 * So a page carries its own words in its own language, and no code that looks them up.
 */
export const translate = (language: Language): Bun.BunPlugin => ({
  name: 'translate',
  setup(build) {
    const [format, table] = [new MessageFormat(intlLanguage(language), forgiving), readTable(language)]
    const modules = new Map<string, string>()
    build.onResolve({ filter: /(?:^\.|\/language)\/say\.ts$/ }, () => ({ path: fileOf('say-in-browser.ts') }))
    build.onLoad({ filter: /\/(?:public|src\/lib)\/.*\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const withValues: Record<string, string> = {}
      const contents = replaceMessages(source, (message) => {
        const text = table(message) ?? withoutNote(message)
        if (!text.includes('{')) return JSON.stringify(text)
        const name = `said${Object.keys(withValues).length}`
        withValues[name] = text
        return `saidHere.${name}`
      })
      const loader = path.endsWith('x') ? 'tsx' : 'ts'
      if (Object.keys(withValues).length === 0) return { contents, loader }
      // Named by its texts, not by the order in which files are read, so that builds are alike.
      const name = `said:${Bun.hash(JSON.stringify(withValues)).toString(36)}`
      modules.set(name, compileModule(format, withValues))
      return { contents: `import saidHere from '${name}'\n${contents}`, loader }
    })
    build.onResolve({ filter: /^said:/ }, ({ path }) => ({ path, namespace: 'said' }))
    build.onLoad({ filter: /./, namespace: 'said' }, ({ path }) => ({
      contents: modules.get(path) ?? '',
      loader: 'js',
    }))
    // The library's own tables of plurals are of all languages; browsers know them.
    build.onResolve({ filter: /^@messageformat\/runtime/ }, () => ({ path: fileOf('plurals-in-browser.ts') }))
  },
})
