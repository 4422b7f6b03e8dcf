const advice = {
  EADDRINUSE: (variable: string) => `is in use. Stop what listens there, or set ${variable} to another one.`,
  EACCES: (variable: string) =>
    `may not be listened on by this user. Ports below 1024 need a right: with systemd, AmbientCapabilities=CAP_NET_BIND_SERVICE in its service; else setcap cap_net_bind_service=+ep on this program. Or set ${variable} to a port above.`,
} as const

export class PortError extends Error {
  override readonly name = 'PortError'
  /** Whether somebody else listens there. */
  readonly isTaken: boolean

  constructor(port: number, variable: string, code: keyof typeof advice) {
    super(`Port ${port} ${advice[code](variable)}`)
    this.isTaken = code === 'EADDRINUSE'
  }
}

/**
 * Returns a port on which nobody listens yet: listeners that share one would share it with any
 * other program of this user. Throws PortError.
 */
export async function findFreePort(hostname: string, wanted: number, variable: string): Promise<number> {
  const fetch = () => new Response(null, { status: 503 })
  const first = bindPort(wanted, variable, () => Bun.serve({ hostname, port: wanted, reusePort: false, fetch }))
  const port = first.port ?? wanted
  await first.stop(true)
  return port
}

/** Begins to listen. Throws PortError, which names the setting of the port. */
export function bindPort<T>(port: number, variable: string, listen: () => T): T {
  try {
    return listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw code === 'EADDRINUSE' || code === 'EACCES' ? new PortError(port, variable, code) : error
  }
}
