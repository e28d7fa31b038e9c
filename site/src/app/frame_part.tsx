import type { ReactNode } from "react";
import { Later } from "../ui/later";
import { Failure } from "./failure";

/** What the frame shows later; without a network, the frame stands without it. */
export const FramePart = ({ children }: { children: ReactNode }) => (
  <Failure quiet>
    <Later>{children}</Later>
  </Failure>
);
