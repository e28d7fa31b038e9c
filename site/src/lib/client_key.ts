import { useState } from "react";
import { newClientId } from "./api";

/** The key of a form that stands as long as its request: the same for each retry. */
export const useClientKey = (): string => useState(newClientId)[0];
