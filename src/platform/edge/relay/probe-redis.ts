const answerMs = 3_000

const resp = (words: readonly string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`

const advice: readonly [RegExp, string][] = [
  [/^-(?:WRONGPASS|ERR invalid password)/, 'it refuses the password of REDIS_URL'],
  [/^-NOAUTH/, 'it wants a password, and REDIS_URL has none'],
  [/^-ERR AUTH|called without any password/, 'it has no password, and REDIS_URL has one'],
  [/^-NOPERM/, 'the user of REDIS_URL may not do this there'],
  [/^-LOADING/, 'it is still loading its data'],
]

/**
 * Sends one request to a Redis server, and returns what is wrong with it in words; undefined when
 * it answers properly. Bun's own client reports "connection closed" for every refusal of the
 * server.
 */
export async function probeRedis(redisUrl: string): Promise<string | undefined> {
  const { hostname, port, username, password, protocol } = new URL(redisUrl)
  const login = [decodeURIComponent(username), decodeURIComponent(password)].filter((part) => part !== '')
  const sent = (login.length > 0 ? resp(['AUTH', ...login]) : '') + resp(['PING'])
  const isTls = protocol === 'rediss:'
  const heard = Promise.withResolvers<string>()
  let text = ''
  const timer = setTimeout(() => heard.reject(new Error('it does not answer: it is frozen, or no Redis')), answerMs)
  try {
    const socket = await Bun.connect({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6_379),
      ...(isTls ? { tls: true } : {}),
      socket: {
        open: (opened) => void (isTls || opened.write(sent)),
        data(_, piece) {
          text += piece.toString('latin1')
          if (text.startsWith('-') || text.includes('PONG')) heard.resolve(text)
        },
        close: () => heard.reject(new Error('it closes the connection')),
        error: (_, error) => heard.reject(error),
        // Bytes written before the handshake are not sent.
        handshake(opened, isTrusted, error) {
          if (isTrusted) opened.write(sent)
          else heard.reject(new Error(`its certificate is not trusted (${error?.message ?? 'unknown'})`))
        },
      },
    })
    const answer = await heard.promise.finally(() => socket.end())
    if (!answer.startsWith('-')) return undefined
    return advice.find(([pattern]) => pattern.test(answer))?.[1] ?? `it answers "${answer.slice(1, 120).trim()}"`
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be reached'
  } finally {
    clearTimeout(timer)
  }
}
