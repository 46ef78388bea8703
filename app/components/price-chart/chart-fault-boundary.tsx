import { Component, type ReactNode } from "react";

interface ChartFaultBoundaryProps {
  /** What is shown once the children have failed. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a fault of the interactive chart to the chart: the drawing takes its place again, the page stays. */
export class ChartFaultBoundary extends Component<ChartFaultBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
