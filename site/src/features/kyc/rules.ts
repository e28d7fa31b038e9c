// What a verification's statuses mean, and what its form accepts.
import type { TextKey } from "../../text/catalogue";

export const photos = ["selfie", "front", "back"] as const;
export type Photo = (typeof photos)[number];

export type Status = "PENDING" | "DISSAPROVED" | "APPROVED" | null;

export interface PhotoState {
  status?: Status | undefined;
  /** Why it was rejected. */
  reason?: string | undefined;
}

export type Record = { [P in Photo]?: PhotoState | undefined } & {
  message: string;
  id_type?: string | undefined;
  id_number?: string | undefined;
};

export const id_types = ["Driver's License", "Government ID", "Passport", "Others"] as const;
export type IdType = (typeof id_types)[number];
export const is_id_type = (text: string | undefined): text is IdType =>
  (id_types as readonly (string | undefined)[]).includes(text);

export const longest_id_number = 64;

/** The name of a photo in the call that uploads it. */
export const image_types: { readonly [P in Photo]: string } = {
  selfie: "SELFIE",
  front: "FRONTID",
  back: "BACKID",
};

/** none: something was never sent · pending: it is being looked at · rejected: send it again. */
export type Overall = "none" | "pending" | "rejected" | "approved";

const status_of = (record: Record, photo: Photo): Status => record[photo]?.status ?? null;

/** In this order: one that is missing, one that is pending, one that was rejected. */
export function overall(record: Record): Overall {
  const statuses = photos.map((photo) => status_of(record, photo));
  if (statuses.includes(null)) return "none";
  if (statuses.includes("PENDING")) return "pending";
  if (statuses.includes("DISSAPROVED")) return "rejected";
  return "approved";
}

export const is_wanted = (record: Record, photo: Photo): boolean => {
  const status = status_of(record, photo);
  return status === null || status === "DISSAPROVED";
};

/** The first photo that is missing or was rejected, after `photo` where one is given. */
export function next_wanted(record: Record, photo?: Photo): Photo | undefined {
  const from = photo === undefined ? 0 : photos.indexOf(photo) + 1;
  return photos.slice(from).find((one) => is_wanted(record, one));
}

export const is_rejected = (record: Record, photo: Photo): boolean =>
  status_of(record, photo) === "DISSAPROVED";

/** The record as it is once this photo has been sent. */
export const with_sent = (record: Record, photo: Photo): Record => ({
  ...record,
  [photo]: { status: "PENDING" },
});

export interface Document {
  id_type: IdType | "";
  id_number: string;
}

export type Problems = { [F in keyof Document]?: TextKey };

export function document_problems(document: Document): Problems {
  const problems: Problems = {};
  if (document.id_type === "") problems.id_type = "kyc.field_required";
  if (document.id_number.trim() === "") problems.id_number = "kyc.field_required";
  return problems;
}
