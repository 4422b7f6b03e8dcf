/** Names of settings with what they are set to, and commands of ours. */
const code =
  /(\b(?:PAYMENTS|REGISTRATION|[A-Z]+(?:_[A-Z]+)+)(?:=[a-z]+)?\b|\btapedeck (?:doctor\b|password EMAIL\b|serve --domain [a-z0-9.-]+))/

/** A sentence in which settings and commands look like code. */
export const CodeWords = ({ text }: { text: string }) => (
  // Split by a group, every second part is what the group found.
  <>{text.split(code).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)
