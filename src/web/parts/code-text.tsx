const code =
  /(\b(?:PAYMENTS|REGISTRATION|[A-Z]+(?:_[A-Z]+)+)(?:=[a-z]+)?\b|\btapedeck (?:doctor\b|password EMAIL\b|serve --domain [a-z0-9.-]+))/

export const CodeText = ({ text }: { text: string }) => (
  // After splitting by a group, every second part is a match of the group.
  <>{text.split(code).map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)
