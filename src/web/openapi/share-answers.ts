import type { openApiDocument } from './document.ts'
import type { Content, Operation } from './operation.ts'

type Api = ReturnType<typeof openApiDocument>

type Reference = { $ref: string }

const firstShared = 300

/**
 * Returns the document with each refusal and redirect that several operations have written once,
 * under `components.responses`, and references in its places: they were half of it.
 */
export function shareAnswers(api: Api) {
  const paths: Record<string, Record<string, Operation>> = api.paths
  const shared = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= firstShared)
  const uses = Map.groupBy(shared, ([, answer]) => JSON.stringify(answer))
  const responses: Record<string, Content> = {}
  const named = new Map<string, Reference>()
  for (const [text, [first, ...more]] of uses) {
    if (!first || more.length === 0) continue
    const name = freeName(nameOf(first), responses)
    responses[name] = first[1]
    named.set(text, { $ref: `#/components/responses/${name}` })
  }
  const share = (operation: Operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, answer]) => [
        status,
        named.get(JSON.stringify(answer)) ?? answer,
      ]),
    ),
  })
  return {
    ...api,
    components: { ...api.components, responses },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, share(operation)])),
      ]),
    ),
  }
}

/** The name of an answer: its code, with which its description begins, or its status. */
const nameOf = ([status, { description = '' }]: [string, Content]): string =>
  (/^[A-Z_]+(?=:)/.exec(description)?.[0] ?? `STATUS_${status}`)
    .toLowerCase()
    .replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A further refusal of the same code, such as one with headers, has a number. */
function freeName(name: string, taken: Readonly<Record<string, Content>>): string {
  const names = [name, ...Array.from({ length: Object.keys(taken).length + 1 }, (_, n) => `${name}${n + 2}`)]
  return names.find((each) => !(each in taken)) ?? name
}
