import { useState } from "react";
import { new_client_id } from "./api";

/** The key of a form that stands as long as its request: the same for each retry. */
export const useClientKey = (): string => useState(new_client_id)[0];
