export default function MatrixPage() {
  return <p>matrix</p>;
}
