declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css";
declare module "*.woff2" {
  const address: string;
  export default address;
}
declare module "*?url" {
  const address: string;
  export default address;
}
