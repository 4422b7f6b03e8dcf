import { testLimitMs } from '../support/limits.ts'
import { inTree } from '../support/tree.ts'
import { hasWebKit } from '../support/webkit/driver.ts'

/**
 * The main flows of the product in Safari's engine with an iPhone's lacks: those of the tests, and
 * more. `bun test/soak/safari.ts ['a part of a name']`; it needs Debian's `webkit2gtk-driver` and
 * `xvfb`.
 */
if (!hasWebKit) process.exit(1)
const [part] = Bun.argv.slice(2)
const run = Bun.spawn(
  [
    process.execPath,
    'test',
    `--timeout=${testLimitMs}`,
    inTree('test/web/webkit.long.test.ts'),
    ...new Bun.Glob('test/soak/safari/*.ts').scanSync({ cwd: inTree(), absolute: true }),
    ...(part === undefined ? [] : ['-t', part]),
  ],
  { stdout: 'inherit', stderr: 'inherit' },
)
process.exit(await run.exited)
