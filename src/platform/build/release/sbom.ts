import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contrib, Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import packageFile from '../../../../package.json'
import { parseJson } from '../../../lib/json/json.ts'
import { version } from '../../version.ts'
import { bundledPackages } from '../licenses.ts'
import { folderOf, type LockedPackage, packagesBelow } from './lockfile.ts'

const root = join(import.meta.dir, '../../../..')
const modules = join(root, 'node_modules')

/** Throws for an invalid expression of SPDX, such as "MIT OR Apache-2.0". */
function validateExpression(text: string): void {
  const [words, operators] = [text.match(/[\w.+-]+/g) ?? [], /^(?:AND|OR|WITH)$/]
  const isExpression = words.length > 0 && words.every((word) => operators.test(word) || SPDX.isSupportedSpdxId(word))
  if (!isExpression) throw new Error(`"${text}" is no licence of SPDX.`)
}

const licences = new Contrib.License.Factories.LicenseFactory(validateExpression)
const Licensed = t.Object({ license: t.Optional(t.String()) })

const purl = (name: string, at: string) => `pkg:npm/${name.replace('@', '%40')}@${at}`

function licenceOf(path: string): string | undefined {
  const file = join(modules, folderOf(path), 'package.json')
  return existsSync(file) ? Value.Decode(Licensed, parseJson(readFileSync(file, 'utf8'))).license : undefined
}

function component({ path, name, version: at, sha512 }: LockedPackage, isInside: boolean): Models.Component {
  const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const made = new Models.Component(Enums.ComponentType.Library, short, {
    ...(group === undefined ? {} : { group }),
    bomRef: path,
    version: at,
    purl: purl(name, at),
    scope: isInside ? Enums.ComponentScope.Required : Enums.ComponentScope.Optional,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512]]),
  })
  const licence = licenceOf(path)
  if (licence !== undefined) made.licenses.add(licences.makeFromString(licence))
  return made
}

/**
 * Returns the list of everything inside the executable, as CycloneDX 1.6: the packages of the
 * lockfile and the runtime. Packages whose code is inside are required; those that the lockfile
 * installs beside them are optional.
 */
export async function writeBillOfMaterials(madeAt: Date): Promise<string> {
  const program = new Models.Component(Enums.ComponentType.Application, packageFile.name, {
    bomRef: packageFile.name,
    version,
    description: packageFile.description,
  })
  program.licenses.add(licences.makeFromString(packageFile.license))
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: program, timestamp: madeAt }) })
  const runtime = new Models.Component(Enums.ComponentType.Platform, 'bun', {
    bomRef: 'bun',
    version: Bun.version,
    purl: purl('bun', Bun.version),
    scope: Enums.ComponentScope.Required,
  })
  runtime.licenses.add(licences.makeFromString('MIT'))
  bom.components.add(runtime)
  program.dependencies.add(runtime.bomRef)
  const inside = new Set((await bundledPackages()).map((folder) => folder.slice(modules.length + 1)))
  const direct = Object.keys(packageFile.dependencies)
  const locked = packagesBelow(await Bun.file(join(root, 'bun.lock')).text(), direct)
  const made = new Map(locked.map((each) => [each.path, component(each, inside.has(folderOf(each.path)))]))
  for (const each of made.values()) bom.components.add(each)
  for (const { path, needs } of locked) {
    for (const need of needs) {
      const needed = made.get(need)
      if (needed) made.get(path)?.dependencies.add(needed.bomRef)
    }
  }
  for (const name of direct) {
    const needed = made.get(name)
    if (needed) program.dependencies.add(needed.bomRef)
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })
}
