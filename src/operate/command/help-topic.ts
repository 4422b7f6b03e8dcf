import { topics } from '../guide/topics.ts'
import { UsageError } from './arguments.ts'

/**
 * Returns what `tapedeck help TOPIC` prints: the page of the guide, drawn for a terminal or as Markdown for anything else.
 * Throws UsageError for a topic that is not there.
 */
export function helpTopic(name: string, isTerminal: boolean): string {
  const topic = topics.find((each) => each.name === name)
  if (!topic)
    throw new UsageError(`The guide has no topic "${name}". It has ${topics.map((each) => each.name).join(', ')}.`)
  return isTerminal ? Bun.markdown.ansi(topic.text) : topic.text
}
