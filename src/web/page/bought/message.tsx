/** The words of whoever gave something. */
export const Message = ({ text }: { text: string }) => (
  <blockquote class="hand" dir="auto">
    {text.split('\n').map((line) => (
      <>
        {line}
        <br />
      </>
    ))}
  </blockquote>
)
