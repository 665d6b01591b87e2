/** Text that came from outside: a post, a name, a response. It keeps its own direction, and cannot break the layout. */
export function UserText({ children, block = false }: { children: string; block?: boolean }) {
  return (
    <bdi className={block ? "user-text user-text-block" : "user-text"} dir="auto">
      {children}
    </bdi>
  );
}
