export default function PlaygroundPage() {
  return <p>playground</p>;
}
