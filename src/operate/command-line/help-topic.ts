import { topics } from '../guide/topics.ts'
import { UsageError } from './arguments.ts'

/**
 * Returns the output of `tapedeck help TOPIC`: the page of the guide, laid out for a terminal, or
 * as Markdown for anything else. Throws UsageError for an unknown topic.
 */
export function helpTopic(name: string, isTerminal: boolean): string {
  const topic = topics.find((each) => each.name === name)
  if (!topic)
    throw new UsageError(`The guide has no topic "${name}". It has ${topics.map((each) => each.name).join(', ')}.`)
  return isTerminal ? Bun.markdown.ansi(topic.text) : topic.text
}
