/// The contract with the cloud: every endpoint that there is.
public enum CloudAPI {}
