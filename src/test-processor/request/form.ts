import { invalidRequest } from './api-error.ts'

/** Decoded parameters: nested objects and arrays of strings; JSON bodies may hold other values. */
export type Params = { [name: string]: unknown }

const maxDepth = 8
const maxParams = 1_000
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

type Node = Map<string, Node | string>

/** Decodes Stripe's form: `a[b][c]=1`, `list[]=x`, `list[0]=x`. Throws invalid_request_error. */
export function decodeForm(text: string): Params {
  const root: Node = new Map()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > maxParams) throw invalidRequest('Too many parameters.')
    place(root, segments(name), value)
  }
  return toParams(root)
}

function segments(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0]
  const rest = name.slice(head?.length ?? 0)
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')
  const path = [head ?? '', ...inner]
  const isWellFormed = head !== undefined && rest === inner.map((part) => `[${part}]`).join('')
  if (!isWellFormed || path.length > maxDepth || path.some((part) => forbidden.has(part))) {
    throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
  }
  return path
}

function place(root: Node, path: readonly string[], value: string): void {
  let node = root
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(node.size) : part
    if (index === path.length - 1) {
      node.set(key, value)
      return
    }
    const next = node.get(key)
    if (typeof next === 'string') throw invalidRequest('Invalid hash', { param: path.slice(0, index + 1).join('.') })
    const child: Node = next ?? new Map()
    node.set(key, child)
    node = child
  }
}

const toParams = (node: Node): Params => Object.fromEntries([...node].map(([key, value]) => [key, toValue(value)]))

function toValue(value: Node | string): unknown {
  if (typeof value === 'string') return value
  const isList = value.size > 0 && [...value.keys()].every((key, index) => key === String(index))
  return isList ? [...value.values()].map(toValue) : toParams(value)
}
