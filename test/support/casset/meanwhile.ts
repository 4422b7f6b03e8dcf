type Answer = () => Promise<Response>

/** Lets something happen once, while the processor is asked for what a path names. */
export function whileAsked(path: string) {
  const pass = (_request: Request, answer: Answer) => answer()
  let onWay = pass
  const during = (act: () => Promise<unknown>) => {
    onWay = async (request, answer) => {
      if (!request.url.includes(path)) return answer()
      onWay = pass
      await act()
      return answer()
    }
  }
  return {
    during,
    options: { testProcessor: { intercept: (request: Request, answer: Answer) => onWay(request, answer) } },
  }
}
